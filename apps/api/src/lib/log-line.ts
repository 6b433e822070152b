import { hostname } from 'node:os'

/** The level `info` of pino. */
const INFO = 30

/** A line in the form of the server's log, for what happens before the server has a logger. */
export const logLine = (msg: string, fields: object = {}): string =>
  JSON.stringify({ level: INFO, time: Date.now(), pid: process.pid, hostname: hostname(), ...fields, msg })
