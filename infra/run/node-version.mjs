// Imported first: its message must come before a newer file fails on an older Node.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Gatehouse needs Node 20 or later to start, and this is Node ${process.versions.node}. ` +
      'Install a current Node from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}
