// Where libFuzzer enters; FUZZ_TARGET names the parser.

import Glibc

private let target: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("FUZZ_TARGET is one of \(targets.keys.sorted().joined(separator: ", "))")
  }
  return target
}()

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int)
  -> CInt
{
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
