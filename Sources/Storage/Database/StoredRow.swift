import GRDB

extension Row {
    /// The value of a column. GRDB's subscripts end the process where a damaged file holds a value of another type; this
    /// throws `SQLITE_CORRUPT`.
    func stored<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return value
    }

    /// The value of a column that may be NULL.
    func storedIfAny<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        let value: DatabaseValue = self[column]
        return value.isNull ? nil : try stored(column)
    }
}
