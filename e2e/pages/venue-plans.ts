import type { VenuePlan } from '../venues.ts'

/** A venue with roles and all kinds of questions. */
export const everything: VenuePlan = {
  siteName: 'Saltpan Theatre',
  useTemperature: true,
  questionsByUser: false,
  roles: ['Artist', 'Crew'],
  questions: [
    {
      id: 'well',
      questionText: 'Do you feel well today?',
      type: 'yes/no',
      answers: { yes: { text: 'Yes', action: 'pass' }, no: { text: 'No', action: 'fail' } },
    },
    { id: 'host', questionText: 'Who are you visiting?', type: 'free text' },
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

/** A venue that asks for the details only. */
export const plain: VenuePlan = { ...everything, useTemperature: false, roles: [], questions: [] }

/** A venue that asks for a temperature code after the details. */
export const measuring: VenuePlan = { ...plain, useTemperature: true }
