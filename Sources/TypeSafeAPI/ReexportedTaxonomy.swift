// The wire's enums. The scanner uses the same ones, so they stand in a leaf target; clients of the API get them with
// this module's import.
@_exported public import ScamTaxonomy
