import GRDB

extension Row {
    /// What a column holds. GRDB's subscripts end the process where a damaged file holds something else; this throws.
    func stored<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return value
    }

    /// The same for a column that may be empty.
    func storedIfAny<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        let value: DatabaseValue = self[column]
        return value.isNull ? nil : try stored(column)
    }
}
