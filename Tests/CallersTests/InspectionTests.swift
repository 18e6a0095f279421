// Who a process is, as far as that can be told without a sandbox. Sandboxes themselves are tried through the bus.

import CLinux
import Callers
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughModel

@Suite struct InspectionTests {
  private func isRefused(_ caller: Caller) -> Bool { if case .refused = caller { true } else { false } }

  @Test func aProcessOutsideAnySandboxIsTheHosts() {
    #expect(inspect(process: UInt32(getpid())) == .host)
    #expect(inspect(SharedDescriptor(owning: pidfd_open(getpid(), 0))) == .host)
  }

  @Test func whoIsGoneIsRefused() throws {
    let child = try ChildProcess("/bin/cat", ["/dev/zero"])
    let descriptor = SharedDescriptor(owning: pidfd_open(child.id, 0))
    #expect(inspect(descriptor) == .host)
    child.send(signal: SIGKILL)
    try Deadline(seconds: 20).wait(for: [child.exitDescriptor])
    // It is not waited for yet: the number is still taken, but nobody is behind it.
    #expect(isRefused(inspect(descriptor)))
    _ = try child.finish()
    #expect(isRefused(inspect(descriptor)))
    #expect(isRefused(inspect(process: UInt32(child.id))))
    #expect(isRefused(inspect(SharedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC)))))
  }

  @Test(arguments: [
    ("[Application]\nname=org.example.App\n", "org.example.App"),
    ("[Context]\nname=no\n[Application]\nruntime=x\nname = org.example.App \n", "org.example.App"),
    ("[Application]\nnames=no\n", nil), ("[Application]\nruntime=x\n[Instance]\nname=no\n", nil),
    ("name=no", nil),
    ("[Application] \nname=no\n", nil), ("", nil),
  ])
  func theFileSaysWhichAppItIs(_ info: String, _ name: String?) {
    #expect(flatpakName(info) == name)
  }

  @Test(arguments: [
    ("0::/user.slice/app.slice/snap.firefox.firefox.1234.scope\n", true),
    ("0::/snap.x.y/child\n", true), ("0::/user.slice/snapshot.service\n", false), ("0::/\n", false),
    ("0::/user.slice/my.snap.x\n", false),
  ])
  func aSnapIsKnownByItsGroup(_ cgroup: String, _ isSnap: Bool) {
    #expect(isSnapGroup(cgroup) == isSnap)
  }
}
