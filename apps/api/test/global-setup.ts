import type { TestProject } from 'vitest/node'
import { startThrowawayPostgres } from '../src/db/embedded/throwaway.ts'
import { migrateDatabase } from '../src/db/migrate.ts'
import { prepareEmbedded } from '../src/db/prepare.ts'
import { dropDatabases, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/**
 * One PostgreSQL for the run, with a template that is migrated once: an embedded one, or the server
 * of TEST_DATABASE_URL (for a superuser), so that the tests can run on any version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const embedded = given ? undefined : await startThrowawayPostgres()
  const adminUrl = given ?? embedded?.adminUrl ?? ''
  const template = `gatehouse_template_${process.pid}`
  const passwords = { owner: 'owner-in-tests', runtime: 'runtime-in-tests' }
  const { ownerUrl, runtimeUrl } = await prepareEmbedded({ adminUrl, database: template, passwords })
  await migrateDatabase(ownerUrl)
  project.provide('testServer', { adminUrl, template, ownerUrl, runtimeUrl })

  return async () => {
    if (embedded) await embedded.stop()
    else await dropDatabases(adminUrl, template)
  }
}
