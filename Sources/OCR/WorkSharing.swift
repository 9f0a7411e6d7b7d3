package import TextAnalysis

/// Work sharing: another worker reads some of an image's lines at the same time.
package struct WorkSharing {
    /// Sends strips to the other worker; called at most once for each image. The closure that it returns waits for the
    /// readings: one for each strip, with boxes in pixels of the strip, or nil if the other worker didn't answer.
    package let request: ([LineStrip]) -> () -> [[Transcript.Word]]?

    package init(request: @escaping ([LineStrip]) -> () -> [[Transcript.Word]]?) {
        self.request = request
    }
}
