import { expect, it } from 'vitest'
import { inWorld } from '../../test/in-world.ts'
import { assertZone } from './assert-zone.ts'
import { installationScope } from './scopes.ts'
import { withScope } from './tenancy.ts'

const here = inWorld()
const check = (zone: string) =>
  withScope(here.test.database.db, installationScope(), (tx) => assertZone(tx, zone))

it('a zone that the database does not know is refused at its field', async () => {
  await expect(check('Mars/Olympus')).rejects.toMatchObject({
    code: 'bad_request',
    fields: { time_zone: 'time_zone_unknown' },
  })
  await expect(check('Asia/Kolkata')).resolves.toBeUndefined()
})
