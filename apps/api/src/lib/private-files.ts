// Each program imports this first. Its files and those of its child processes get mode 0600, its
// folders 0700.
process.umask(0o077)
