// Imported first: its message must come before a newer file fails on an older Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(
    `Gatehouse needs Node 20.12 or later to start, and this is Node ${process.versions.node}. ` +
      'Install a current Node from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}
