import { ApiError } from '@gatehouse/api-client/api-error'
import { limits } from '@gatehouse/validation/limits'
import { useLingui } from '@lingui/react/macro'
import { useErrorMessage } from '../../lib/errors.ts'

/** Whether the server refused the range as too long, such as a hundred years. */
export const isRangeTooLong = (error: unknown): boolean =>
  rangeCode(error) === 'range_too_long' || (error instanceof ApiError && isOfAnotherCentury(error))

const isOfAnotherCentury = ({ fieldCodes }: ApiError) =>
  [fieldCodes['from'], fieldCodes['to']].includes('year_out_of_range')

/** Why the log could not be read: an error of the range, or of the call. */
export function useLogRefusal(): (error: unknown) => string {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  return (error) => {
    if (isRangeTooLong(error)) return t`Choose at most ${limits.logRangeDays} days.`
    if (rangeCode(error) === 'end_before_start') return t`The last day is before the first.`
    return errorMessage(error)
  }
}

const rangeCode = (error: unknown) => (error instanceof ApiError ? error.fieldCodes['to'] : undefined)
