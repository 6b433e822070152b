import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTemporaryFilesInMemory } from '../infra/vite/memory-folder.ts'

keepTemporaryFilesInMemory()

/** The data folder of a server of the journeys. */
export const dataFolder = (name: string): string => join(tmpdir(), 'gatehouse-e2e', name)
