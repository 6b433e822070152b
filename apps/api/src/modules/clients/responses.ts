import type { Client } from '@gatehouse/validation/endpoints/client'
import type { clients } from '../../db/schema/clients.ts'

export function toClientResponse(row: typeof clients.$inferSelect): Client {
  return {
    id: row.id,
    name: row.name,
    company_no: row.companyNo,
    street: row.street,
    suburb: row.suburb,
    state: row.state,
    post_code: row.postCode,
    country: row.country,
    phone: row.phone,
    enabled: row.enabled,
    accepts_unknown_mobiles: row.acceptsUnknownMobiles,
    last_modified: row.lastModified.toISOString(),
  }
}
