import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { languages, type Language } from '@gatehouse/validation/vocabulary'
import { expect, test } from 'vitest'
import { renderFirstStep } from '../../../render-first-step.tsx'

const machine = (more: Partial<MachineData>): MachineData => ({
  id: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
  siteName: 'Quay Hall',
  useTemperature: false,
  usersHaveRoles: false,
  questionsByUser: false,
  roles: [],
  questions: [],
  successMessage: '',
  kiosk: false,
  draft: 'a-draft',
  config: { region: 'AU', look: 'presence', languages: [...languages] },
  ...more,
})
const render = (machineData: MachineData, path = '/GATE', language: Language = 'en-au') => {
  const config = {
    look: 'presence' as const,
    language,
    languages: [...languages],
    demo: false,
    sendsMail: true,
    publicUrl: 'https://gatehouse.example',
    supportUrl: null,
    privacyUrl: null,
    version: '1',
  }
  const { html, ...page } = renderFirstStep({ methodKey: 'GATE', path, config, machineData })
  const body = document.createElement('div')
  body.innerHTML = html
  return { ...page, body, text: body.textContent }
}
const evacuation = { drill: false, points: [{ name: 'Lawn', place: 'Behind the hall' }] }

test.each([
  ['en-au', 'Evacuation: do not enter'],
  ['en', 'Evacuation: do not enter'],
  ['es', 'Evacuación: no entre'],
] as const)(
  'in an evacuation the page says so in %s before any script, and has no form',
  (language, words) => {
    for (const kiosk of [false, true])
      for (const path of ['/GATE', '/GATE/questions', '/GATE/complete']) {
        const { body, text, noScript, title } = render(machine({ muster: evacuation, kiosk }), path, language)
        expect(text).toContain(words)
        expect(text).toContain('Lawn Behind the hall')
        expect(body.querySelector('form, input')).toBe(null)
        expect(noScript).toBe('')
        expect(title).toMatch(/^Evacua.+ – Quay Hall$/)
      }
  },
)

test('a drill is announced above the form', () => {
  const { body, text } = render(machine({ muster: { ...evacuation, drill: true } }))
  expect(text).toContain('Evacuation drill. You can still sign in.')
  expect(body.querySelector('form[data-server-rendered]')).not.toBe(null)
})

test('the page after an evacuation is a form again', () => {
  render(machine({ muster: evacuation }))
  const { body, text } = render(machine({}))
  expect(text).not.toContain('Evacuation')
  expect(body.querySelector('form[data-server-rendered]')).not.toBe(null)
})
