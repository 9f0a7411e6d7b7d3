// The wire's enums stand in a target of their own, because the scanner uses them too. Whoever imports this module also
// gets them.
@_exported public import ScamTaxonomy
