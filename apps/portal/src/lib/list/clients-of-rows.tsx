import { Trans } from '@lingui/react/macro'
import type { BulkQuestionProps } from './list-declaration.ts'

/** Says before a bulk action that it affects rows of several clients. */
export function ClientsOfRows({ clients }: Pick<BulkQuestionProps, 'clients'>) {
  if (clients === undefined) return null
  if (clients === 'any')
    return (
      <p>
        <Trans>They can belong to any client.</Trans>
      </p>
    )
  const names = clients.join(', ')
  return (
    clients.length > 1 && (
      <p>
        <Trans>They belong to several clients: {names}.</Trans>
      </p>
    )
  )
}
