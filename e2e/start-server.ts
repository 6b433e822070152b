import { rmSync } from 'node:fs'

/** Starts the program on an empty data folder, which is removed at the end. */
const dataDir = process.env['DATA_DIR']
if (!dataDir?.includes('e2e')) throw new Error('DATA_DIR must be the folder of the journeys.')
const empty = () => rmSync(dataDir, { recursive: true, force: true })
empty()
process.once('exit', empty)
await import(new URL('../apps/api/src/main.ts', import.meta.url).href)
