// Which sandbox a process is in, from what the kernel says of it. Whatever is not clear is refused.

import CLinux
import System
import WalkthroughDBus
import WalkthroughModel

/// Says who the process behind a pidfd is.
package func inspect(_ process: SharedDescriptor) -> Caller {
  let fields = wholeFile("/proc/self/fdinfo/\(process.number)")?.split(separator: "\n")
  let line = fields?.first { $0.hasPrefix("Pid:") }
  guard let id = line.flatMap({ UInt32($0.dropFirst("Pid:".count).trimmed) }) else { return .gone }
  let caller = inspect(process: id)
  // A pidfd is readable once its process has ended; until then nobody else has its number.
  var ended = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
  return poll(&ended, 1, 0) == 0 ? caller : .gone
}

/// Says who a process is.
package func inspect(process id: UInt32) -> Caller {
  let process = open("/proc/\(id)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard process >= 0 else { return .gone }
  let directory = Descriptor(process)
  // Snaps have the host's root or their own; only the cgroup tells.
  guard let cgroup = text("cgroup", in: directory) else { return .gone }
  if isSnapGroup(cgroup) {
    return .refused("snaps are not served yet")
  }
  let root = openat(directory.number, "root", O_PATH_LINUX | O_DIRECTORY | O_CLOEXEC)
  guard root >= 0 else {
    guard errno == EACCES else { return .gone }
    return inspectUntraceable(id, directory)
  }
  return inspect(root: Descriptor(root))
}

/// Whether a process's control groups are those of a snap (`…/snap.<name>.<app>…`).
package func isSnapGroup(_ cgroup: String) -> Bool {
  cgroup.withCString { strstr($0, "/snap.") != nil }
}

/// A Flatpak sandbox's root holds a file that says which app it is.
private func inspect(root: borrowing Descriptor) -> Caller {
  let file = openat(root.number, ".flatpak-info", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  guard file >= 0 else {
    // No such file in a root that exists: a process of the host.
    return errno == ENOENT ? .host : .refused("the caller's sandbox cannot be looked into")
  }
  let info = Descriptor(file)
  var status = stat()
  guard fstat(info.number, &status) == 0, Int32(status.st_mode) & S_IFMT == S_IFREG,
    let name = content(of: info).flatMap(flatpakName), let app = try? AppID(name)
  else { return .refused("the caller's sandbox does not say which app it is") }
  return .flatpak(app)
}

/// A process that forbids tracing (password managers do) hides its root. Its mounts are there to read: where its
/// root is the very mount that ours is, it is in no sandbox, for a sandbox has mounts of its own.
private func inspectUntraceable(_ id: UInt32, _ process: borrowing Descriptor) -> Caller {
  var fileSystem = statfs()
  // A container's root on FUSE is closed to us; Flatpak's never is on FUSE.
  if statfs("/proc/\(id)/root", &fileSystem) == 0, fileSystem.f_type == FUSE_SUPER_MAGIC_LINUX {
    return .host
  }
  if let theirs = text("mountinfo", in: process).flatMap(rootMount),
    theirs == wholeFile("/proc/self/mountinfo").flatMap(rootMount)
  {
    return .host
  }
  return .refused("the caller forbids tracing and has mounts of its own, so it cannot be told from a sandbox")
}

extension Caller {
  fileprivate static let gone = Caller.refused(
    "the caller is gone; call with --print-reply, or wait for the reply")
}

/// The number of the mount at `/`: no two mounts have the same, in whatever namespace.
private func rootMount(_ mountInfo: String) -> Substring? {
  // The last mount at a place is the one that is seen there.
  mountInfo.split(separator: "\n").map { $0.split(separator: " ") }.last { $0.count > 4 && $0[4] == "/" }?
    .first
}

/// `name` in the group `[Application]` of a `.flatpak-info` (Desktop Entry syntax).
package func flatpakName(_ info: String) -> String? {
  var isInApplication = false
  for line in info.split(whereSeparator: { $0.isNewline }) {
    if line.hasPrefix("[") {
      isInApplication = line == "[Application]"
    } else if isInApplication, let equals = line.firstIndex(of: "="), line[..<equals].trimmed == "name" {
      return String(line[line.index(after: equals)...].trimmed)
    }
  }
  return nil
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start.prefix(0) }
    return start[...last]
  }
}

private func text(_ name: String, in directory: borrowing Descriptor) -> String? {
  let file = openat(directory.number, name, O_RDONLY | O_CLOEXEC)
  return file < 0 ? nil : content(of: Descriptor(file))
}

private func wholeFile(_ path: String) -> String? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  return file < 0 ? nil : content(of: Descriptor(file))
}

/// All of a small file; nil where it cannot be read or is not small.
private func content(of file: borrowing Descriptor) -> String? {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4_096)
  while bytes.count < 1 << 20 {
    let count = read(file.number, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return nil }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += chunk.prefix(count)
  }
  return nil
}
