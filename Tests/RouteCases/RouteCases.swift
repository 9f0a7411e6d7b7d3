/// The table of cases for every route and every error of `openapi.yaml`. One suite sends the requests to the service in
/// the test's own process. Another suite sends them over sockets to the real server.
package enum RouteCases {
    package static let all =
        ScanCases.all + DocumentCases.all + TextCases.all + JobCases.all + ResultCases.all + SharingCases.all
        + FollowerCases.all
        + FeedbackCases.all
        + InfoCases.all + PageCases.all + AccessCases.all + SiteCases.all

    package static func all(of setup: RouteSetup) -> [RouteCase] { all.filter { $0.setup == setup } }
}
