/** The password of every demo account. It is public, so by default only loopback is served. */
export const demoPassword = 'Gatehouse-demo-2026'

/** The accounts in the README, each with its purpose. */
export const demoAccounts = [
  { email: 'operator@gatehouse.example', what: 'runs the installation' },
  { email: 'admin@harbour.example', what: 'admin of Harbour Venues' },
  { email: 'manager@harbour.example', what: 'manager of two sites' },
  { email: 'staff@harbour.example', what: 'staff of one site' },
  { email: 'board@harbour.example', what: 'board screen of one site' },
  { email: 'admin@ridge.example', what: 'admin of Ridge Mining, another client' },
] as const

/** The method keys in the README. */
export const demoKeys = {
  plain: 'GATE',
  questions: 'DESK',
  temperature: 'HEAT',
  otherClient: 'RDGE',
  kiosk: 'PLNT',
} as const
