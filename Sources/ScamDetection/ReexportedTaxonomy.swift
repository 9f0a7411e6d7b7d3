// Verdicts are made of these enums. Re-exported, so that a file that imports this module can switch on their cases.
@_exported public import ScamTaxonomy
