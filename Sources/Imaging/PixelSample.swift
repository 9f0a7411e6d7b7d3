import CPictures

/// What is decoded of each pixel, as one byte.
enum PixelSample {
    case luma, red, green, blue

    var code: ic_sample {
        switch self {
        case .luma: IC_LUMA
        case .red: IC_RED
        case .green: IC_GREEN
        case .blue: IC_BLUE
        }
    }
}
