import { ensureDebianProgram } from './debian-program.mjs'

/** What the tests like to have beside the packages. */
export async function ensureTestPrograms() {
  // An authenticator that shares nothing with ours.
  await ensureDebianProgram({
    program: 'oathtool',
    package: 'oathtool',
    without: 'the tests of second steps use their own generator by RFC 6238.',
  })
  await ensureDebianProgram({
    program: 'redis-server',
    package: 'redis-server',
    without: 'limits are tested in PostgreSQL only.',
  })
}
