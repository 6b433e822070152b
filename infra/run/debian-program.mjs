import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inCheckout } from './checkout.mjs'
import { onPath } from './chromium.mjs'
import { say } from './say.mjs'
import { runTool } from './tool.mjs'

/** Where programs are unpacked for a user who may not install any. */
const tools = inCheckout('.data', 'tools')
const advice = 'The tests go on without it.'

/**
 * Brings in a program of a Debian package that tests like to have: root installs it, anybody else unpacks it with what it
 * needs into .data/tools, which then stands last on the search path. Where neither can be done the tests go on without it.
 * @param {{ program: string, package: string, without: string }} wanted `without`: what the tests do then, for one line
 */
export async function ensureDebianProgram({ program, package: name, without }) {
  const bin = join(tools, 'bin')
  if (!process.env.PATH?.split(delimiter).includes(bin))
    process.env.PATH = [process.env.PATH, bin].filter(Boolean).join(delimiter)
  if (starts(program)) return
  if (onPath('apt-get', process.env.PATH ?? '').length > 0) {
    const bringIn = process.getuid?.() === 0 ? install : unpack
    await bringIn(name, program).catch(() => {})
  }
  if (!starts(program)) say(`${program} is not installed: ${without}`)
}

/** @param {string} program */
const starts = (program) => spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0

/** As root. @param {string} name */
async function install(name) {
  const get = aptGet(['-o', 'DPkg::Lock::Timeout=120'])
  const args = ['install', '-y', '--no-install-recommends', name]
  await get(name, args).catch(async () => {
    await get(`${name}-list`, ['update'])
    await get(name, args)
  })
}

/** As an ordinary user: apt works on folders of its own, and only looks at what is installed. @param {string} name @param {string} program */
async function unpack(name, program) {
  const apt = join(tools, 'apt')
  const archives = join(apt, 'cache', 'archives')
  for (const folder of [join(archives, 'partial'), join(apt, 'state', 'lists', 'partial')])
    mkdirSync(folder, { recursive: true })
  const own = [
    ['Debug::NoLocking', '1'],
    ['APT::Sandbox::User', ''],
    ['Dir::State', join(apt, 'state')],
    ['Dir::State::status', '/var/lib/dpkg/status'],
    ['Dir::Cache', join(apt, 'cache')],
    ['Dir::Log', apt],
  ].flatMap(([key, value]) => ['-o', `${key}=${value}`])
  const args = ['install', '-y', '--no-install-recommends', '--download-only', name]
  // The system's own lists, where it has any, save fetching them.
  await aptGet([...own, '-o', 'Dir::State::lists=/var/lib/apt/lists'])(name, args).catch(async () => {
    await aptGet(own)(`${name}-list`, ['update'])
    await aptGet(own)(name, args)
  })
  const unpacked = join(tools, 'root')
  mkdirSync(unpacked, { recursive: true })
  for (const archive of readdirSync(archives).filter((file) => file.endsWith('.deb')))
    await runTool({ name, advice, command: 'dpkg-deb', args: ['-x', join(archives, archive), unpacked] })
  writeLauncher(unpacked, join(tools, 'bin'), program)
}

/** @param {string[]} options */
function aptGet(options) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @param {string} name @param {string[]} args */
  return (name, args) => runTool({ name, advice, command: 'apt-get', args: ['-q', ...options, ...args], env })
}

/**
 * Writes a command that starts an unpacked program with the libraries unpacked beside it.
 * @param {string} unpacked @param {string} bin @param {string} program
 */
export function writeLauncher(unpacked, bin, program) {
  const folders = ['usr/lib', 'lib'].map((folder) => join(unpacked, folder)).filter(existsSync)
  const inside = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const libraries = [...folders, ...inside.filter((path) => statSync(path).isDirectory())]
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  mkdirSync(bin, { recursive: true })
  const path = join(bin, program)
  const lines = [
    '#!/bin/sh',
    `LD_LIBRARY_PATH=${quoted(libraries.join(':'))} exec ${quoted(join(unpacked, 'usr', 'bin', program))} "$@"`,
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  chmodSync(path, 0o755)
}
