import Storage
import Testing

@Suite("The URL of Redis")
struct RedisURLTests {
    @Test(
        "Its forms are read",
        arguments: [
            ("redis://localhost", "redis://localhost:6379/0"),
            ("redis://scanner@10.0.0.1:7000/2", "redis://scanner@10.0.0.1:7000/2"),
            ("rediss://redis.example:6380", "rediss://redis.example:6380/0"),
            ("redis://[::1]:6379", "redis://[::1]:6379/0"),
            ("unix:/run/redis.sock", "unix:/run/redis.sock?db=0"),
            (
                "redis+sentinel://a,b:7000/service", "redis+sentinel://a:26379,b:7000/service/0"
            ), ("rediss+sentinel://me@a/service/2", "rediss+sentinel://me@a:26379/service/2"),
            ("unix:/run/redis.sock?db=5", "unix:/run/redis.sock?db=5"),
        ])
    func forms(text: String, described: String) throws {
        #expect(try RedisURL(text).description == described)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "localhost", "http://localhost", "redis://", "redis://h:99999", "redis://h/x", "redis://h/-1",
            "unix:relative", "unix:", "unix:/a?x=1",
            "redis+sentinel://a", "redis+sentinel:///service", "redis+sentinel://a,/service",
        ])
    func refused(text: String) {
        #expect(throws: RedisURL.Problem.form) { try RedisURL(text) }
    }

    @Test("A password in it is refused")
    func password() {
        #expect(throws: RedisURL.Problem.password) { try RedisURL("redis://user:secret@host") }
    }
}
