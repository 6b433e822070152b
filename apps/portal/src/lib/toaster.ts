import { createToaster } from '@gatehouse/ui/aria/toaster.ts'
import { limits } from '@gatehouse/validation/limits'

export const toaster = createToaster(limits.toastMilliseconds)
export const { toast } = toaster

/** For how long a single change can be undone. */
export const UNDO_MS = 10_000
