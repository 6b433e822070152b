/** The windows of the account menu, as `?modal=` names them in the address. */
export const accountModals = ['details', 'client', 'password', 'two_step', 'sessions'] as const
export type AccountModal = (typeof accountModals)[number]
