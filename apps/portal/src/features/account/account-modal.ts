/**
 * The windows of the account menu, as `?modal=` names them in the URL. In a file of its own,
 * because the route checks the URL before the menu and its icons are loaded.
 */
export const accountModals = [
  'details',
  'client',
  'password',
  'two_step',
  'sessions',
  'sign_in_policy',
  'appearance',
] as const
export type AccountModal = (typeof accountModals)[number]
