func rethrowing<R, Cause: Error>(
    _ wrap: (Cause) -> ServiceError, _ body: () async throws(Cause) -> R
) async throws(ServiceError) -> R {
    do throws(Cause) { return try await body() } catch { throw wrap(error) }
}
