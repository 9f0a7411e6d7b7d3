import GRDB

extension Row {
    /// Returns the value of a column, and throws `SQLITE_CORRUPT` where it has another type, as in a damaged file.
    /// GRDB's own subscripts end the process there.
    func stored<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return value
    }

    /// Returns the value of a column, or nil where the column is NULL.
    func storedIfAny<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        let value: DatabaseValue = self[column]
        return value.isNull ? nil : try stored(column)
    }
}
