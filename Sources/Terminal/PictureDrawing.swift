// The child that draws a picture: chafa, with limits on what it may use.

import CLinux
import Presenter
import System
import WalkthroughEventLoop
import WalkthroughModel

/// Where a program lies, by `PATH`; nil where it is not installed.
package func findProgram(_ name: String, path: String?) -> String? {
  (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").lazy.map { "\($0)/\(name)" }.first { file in
    file.hasPrefix("/") && access(file, X_OK) == 0
  }
}

/// How large a picture in a file is; nil where it is none that would be drawn.
package func measurePicture(_ file: String) -> PixelSize? {
  let system = System()
  guard let open = try? system.open(file, O_RDONLY) else { return nil }
  return measure(open, at: file, with: system)
}

/// Larger files are no pictures for a page.
private let largestFile: Int64 = 64 << 20

/// A JPEG's size may stand behind a preview and colour profiles.
private let longestHeader = 512 << 10

private func measure(_ file: borrowing Descriptor, at path: String, with system: System) -> PixelSize? {
  guard let identity = try? system.identity(of: file, at: path), identity.kind == .regular,
    identity.size <= largestFile,
    let header = try? system.read(file, at: path, expecting: 4096, limit: longestHeader)
  else { return nil }
  guard let size = PictureSize(of: header), size.isReasonable else { return nil }
  return PixelSize(width: size.width, height: size.height)
}

/// One picture being drawn.
final class PictureDrawing {
  private let id: pid_t
  private let output: Int32
  private var bytes: [UInt8] = []
  private var watch: Watch?
  private var limit: Cancellable?
  private var hasEnded = false
  private let finished: ([UInt8]?) -> Void

  /// What the child may use: address space in KiB, processor time in seconds, real time in milliseconds, bytes of
  /// output.
  private static let memory = 600_000
  private static let seconds = 3
  private static let milliseconds = 3_000
  private static let longestOutput = 16 << 20

  /// Starts drawing; `finished` is called from the loop with what was printed, nil for nothing of use. nil where
  /// it cannot be started.
  init?(
    file path: String, arguments: [String], on loop: EventLoop, finished: @escaping ([UInt8]?) -> Void
  ) {
    let system = System()
    // What is drawn is the file that was measured: it goes open to the child, which thus needs no name.
    guard let file = try? system.open(path, O_RDONLY), measure(file, at: path, with: system) != nil,
      lseek(file.number, 0, SEEK_SET) == 0
    else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    let id = Self.spawn(arguments, input: file.number, output: ends[1])
    close(ends[1])
    guard let id else {
      close(ends[0])
      return nil
    }
    self.id = id
    self.finished = finished
    output = ends[0]
    do {
      watch = try loop.watch(output, for: .read) { [unowned(unsafe) self] _ in read() }
    } catch {
      end()
      return nil
    }
    limit = loop.after(milliseconds: Self.milliseconds) { [unowned(unsafe) self] in finish(nil) }
  }

  deinit { end() }

  /// Ends the child; nothing is called any more.
  func cancel() { end() }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = CLinux.read(output, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
      if bytes.count > Self.longestOutput { finish(nil) }
    } else if count == 0 {
      finish(bytes.isEmpty ? nil : bytes)
    } else if errno != EINTR && errno != EAGAIN {
      finish(nil)
    }
  }

  private func finish(_ result: [UInt8]?) {
    end()
    finished(result)
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    watch?.cancel()
    limit?.cancel()
    close(output)
    kill(id, SIGKILL)
    // Who hangs in the kernel, on a file of a lost server, is not waited for.
    for _ in 0..<20 where waitpid(id, nil, WNOHANG) == 0 { poll(nil, 0, 1) }
  }

  /// Starts a program with limits that the shell sets; no argument becomes part of its script.
  private static func spawn(_ arguments: [String], input: Int32, output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // What this program was given by others is not the child's.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let script = #"ulimit -v "$1" && ulimit -t "$2" && shift 2 && exec "$@""#
    let words = ["/bin/sh", "-c", script, "sh", "\(memory)", "\(seconds)"] + arguments
    var argv = words.map { strdup($0) } + [nil]
    let settings: [String] = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TERM=xterm-256color", "HOME=/"]
    var variables = settings.map { strdup($0) } + [nil]
    defer { for word in argv + variables { free(word) } }
    var id: pid_t = 0
    return posix_spawn(&id, "/bin/sh", &actions, &attributes, &argv, &variables) == 0 ? id : nil
  }
}

/// How chafa is called to draw for a box. It counts in characters of 8 by 8 pixels where it makes pixels.
func drawingArguments(
  _ program: String, box: PictureBox, features: TerminalFeatures, character: PixelSize?
) -> [String] {
  let colors =
    switch features.colors {
    case .none: "none"
    case .sixteen: "16"
    case .palette: "256"
    case .full: "full"
    }
  let always = [program, "--animate", "off", "--threads", "1"]
  let pixels = character ?? PixelSize(width: 8, height: 16)
  let size = "\(max(1, box.columns * pixels.width / 8))x\(max(1, box.rows * pixels.height / 8))"
  let inPixels = ["--font-ratio", "1", "--scale", "max", "--size", size, "-"]
  switch features.pictures {
  case .kitty: return always + ["--format", "kitty"] + inPixels
  case .sixel: return always + ["--format", "sixels"] + inPixels
  case .iTerm2: return always + ["--format", "iterm"] + inPixels
  case .symbols, nil:
    return always
      + [
        "--format", "symbols", "--colors", colors, "--scale", "max", "--size", "\(box.columns)x\(box.rows)",
        "-",
      ]
  }
}
