import type { Page } from '@playwright/test'
import type { CheckInResult, MachineData } from '@gatehouse/validation/endpoints/check-in'

/** A method that offers all there is, in the words of a venue. */
export const everything: MachineData = {
  id: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
  siteName: 'Saltpan Theatre',
  useTemperature: true,
  usersHaveRoles: true,
  questionsByUser: false,
  roles: [
    { id: 'artist', name: 'Artist' },
    { id: 'crew', name: 'Crew' },
  ],
  questions: [
    {
      id: 'well',
      questionText: 'Do you feel well today?',
      type: 'yes/no',
      answers: { yes: { text: 'Yes', action: 'pass' }, no: { text: 'No', action: 'fail' } },
    },
    { id: 'host', questionText: 'Whom do you visit?', type: 'free text' },
    {
      id: 'door',
      questionText: 'Which door?',
      type: 'select',
      answers: [
        { id: 'stage', desc: 'Stage door', action: 'pass' },
        { id: 'dock', desc: 'Loading dock', action: 'pass' },
      ],
    },
    {
      id: 'gear',
      questionText: 'What do you bring?',
      type: 'multi-select',
      answers: [
        { id: 'tools', desc: 'Tools', action: 'pass' },
        { id: 'cases', desc: 'Flight cases', action: 'pass' },
      ],
    },
  ],
  successMessage: 'Welcome.\n\nPlease wear your badge where it can be seen.',
  kiosk: false,
  config: { region: 'AU', look: 'presence', languages: ['en-au', 'en', 'es'] },
}

export const plain: MachineData = {
  ...everything,
  useTemperature: false,
  roles: [],
  questions: [],
  usersHaveRoles: false,
}

export const admitted: CheckInResult = {
  invalidCode: false,
  submissionTime: '2026-11-20T03:04:05.678Z',
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: 'token',
}

export interface MadeUpVenue {
  machine: MachineData
  /** Answers to sign-ins, one after the other; the last one stays. */
  replies: { status?: number; headers?: Record<string, string>; body: unknown }[]
  sent: { key: string | undefined; body: Record<string, unknown> }[]
}

/**
 * Puts a venue that is not in any database before the pages of a key: the server's page with other machine data, and answers to its
 * sign-ins as they are wanted. The form is drawn by the script then, not by the server.
 */
export async function openMadeUpVenue(page: Page, key: string, machine: MachineData): Promise<MadeUpVenue> {
  const venue: MadeUpVenue = { machine, replies: [{ body: admitted }], sent: [] }
  await page.route(new RegExp(`/${key}(/\\w*)?$`), async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: withMachine(await answer.text(), venue.machine) })
  })
  await page.route(/\/api\/checkin\/machine-data/, (route) => route.fulfill({ json: venue.machine }))
  await page.route('**/api/checkin', async (route) => {
    const request = route.request()
    venue.sent.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() as never })
    const reply = venue.replies.length > 1 ? venue.replies.shift() : venue.replies[0]
    await route.fulfill({ status: reply?.status ?? 200, headers: reply?.headers ?? {}, json: reply?.body })
  })
  return venue
}

function withMachine(html: string, machine: MachineData): string {
  const { look } = machine.config
  const data = JSON.stringify(machine).replaceAll('<', '\\u003c')
  return html
    .replace(/data-look="\w+"/, `data-look="${look}"`)
    .replace(/"look":"\w+"/, `"look":"${look}"`)
    .replace(/(id="machine-data">)[^<]*/, (_, start: string) => start + data)
    .replace(/<div id="app">[\s\S]*<\/div>(?=\s*<\/body>)/, '<div id="app"></div>')
}
