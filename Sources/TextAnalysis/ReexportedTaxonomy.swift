// Transcripts and entities are described by these enums, and so is what follows from them: every module that imports
// this one switches on their cases. Re-exported, so that a file needs one import and not two.
@_exported public import ScamTaxonomy
