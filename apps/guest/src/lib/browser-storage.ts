import { safeStorage } from './safe-storage.ts'

export const local = safeStorage(() => localStorage)
export const session = safeStorage(() => sessionStorage)
