import { spawnSync } from 'node:child_process'
import { say } from './say.mjs'
import { runTool } from './tool.mjs'

const isThere = () => spawnSync('oathtool', ['--version']).status === 0

/**
 * An authenticator that shares nothing with ours, for the tests of second steps. Where it cannot be had, they use a generator
 * of their own that is held to the vectors of RFC 6238.
 */
export async function ensureOathtool() {
  if (isThere()) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const tool = {
      command: 'apt-get',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      advice: 'The tests go on without it.',
    }
    const quiet = ['-o', 'DPkg::Lock::Timeout=120', '-q']
    await runTool({
      ...tool,
      name: 'oathtool',
      args: [...quiet, 'install', '-y', '--no-install-recommends', 'oathtool'],
    })
      .catch(async () => {
        await runTool({ ...tool, name: 'oathtool-list', args: [...quiet, 'update'] })
        await runTool({
          ...tool,
          name: 'oathtool',
          args: [...quiet, 'install', '-y', '--no-install-recommends', 'oathtool'],
        })
      })
      .catch(() => {})
  }
  if (!isThere())
    say('oathtool is not installed: the tests of second steps use their own generator by RFC 6238.')
}
