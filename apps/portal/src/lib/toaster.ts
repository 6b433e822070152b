import { createToaster } from '@gatehouse/ui/aria/toast'
import { limits } from '@gatehouse/validation/limits'

export const toaster = createToaster(limits.toastMilliseconds)
export const { toast } = toaster
