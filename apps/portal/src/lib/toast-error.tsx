import { ErrorMessage } from './errors.ts'
import { toast } from './toaster.ts'

/** Says why a call went wrong, in a message that stays when the page changes its language. */
export const toastError = (error: unknown): void => void toast('error', <ErrorMessage error={error} />)
