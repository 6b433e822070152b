/** What a user does in the portal to pair devices. */
export interface PortalClient {
  /** The device methods that match by name, key or serial number. */
  findMethods(search: string): Promise<DeviceMethod[]>
  createMethod(fields: {
    name: string
    serial_number: string
    site_id: string
    use_temperature: boolean
  }): Promise<DeviceMethod>
  firstSite(): Promise<{ id: string; name: string }>
  pairingCode(methodId: string): Promise<string>
  rename(methodId: string, name: string): Promise<void>
  identify(methodId: string): Promise<void>
  unpair(methodId: string): Promise<void>
  setEnabled(methodId: string, enabled: boolean): Promise<void>
  retire(methodIds: readonly string[]): Promise<void>
}

export interface DeviceMethod {
  id: string
  key: string
  name: string
  serial_number: string
  url: string
}

/** @throws Error with the server's response */
export async function logIn(url: string, email: string, password: string): Promise<PortalClient> {
  let token: string | undefined
  async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(new URL(`/api${path}`, url), {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = JSON.parse(text || '{}') as Answer & { message?: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.message ?? response.status}`)
    return answer
  }
  token = (await ask<{ token: string }>('POST', '/login', { email, password })).token
  return {
    async findMethods(search) {
      const found: DeviceMethod[] = []
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({ type: 'device', search, per_page: '100', page: String(page) })
        const { items, total } = await ask<{ items: DeviceMethod[]; total: number }>(
          'GET',
          `/sign-in-methods?${query}`,
        )
        found.push(...items)
        if (found.length >= total || items.length === 0) return found
      }
    },
    createMethod: (fields) => ask('POST', '/sign-in-methods', { type: 'device', ...fields }),
    async firstSite() {
      const { items } = await ask<{ items: { id: string; name: string }[] }>('GET', '/sites?per_page=1')
      const [site] = items
      if (!site) throw new Error('This account sees no site')
      return site
    },
    rename: (id, name) => ask('PATCH', `/sign-in-methods/${id}`, { name }),
    identify: (id) => ask('POST', `/sign-in-methods/${id}/commands`, { command: 'identify' }),
    unpair: (id) => ask('DELETE', `/sign-in-methods/${id}/device`),
    setEnabled: (id, enabled) =>
      ask('POST', '/sign-in-methods/bulk', { action: enabled ? 'enable' : 'disable', ids: [id] }),
    retire: (ids) => ask('POST', '/sign-in-methods/bulk', { action: 'retire', ids }),
    pairingCode: async (id) =>
      (await ask<{ code: string }>('POST', `/sign-in-methods/${id}/pairing-code`)).code,
  }
}
