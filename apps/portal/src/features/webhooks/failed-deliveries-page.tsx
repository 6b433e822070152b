import {
  changeDeadLettersEndpoint,
  type DeadLetter,
  deliveryOutcomes,
  listDeadLettersEndpoint,
} from '@gatehouse/validation/endpoints/webhooks'
import { callBulk } from '../../lib/list/bulk-actions.ts'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, timeColumn } from '../../lib/list/list-page.tsx'
import { typeText, outcomeLabels } from './webhook-words.ts'

/** Emails and deliveries that failed. */
export function FailedDeliveriesPage() {
  return <ListPage list={list} />
}

const list: ListDeclaration<typeof listDeadLettersEndpoint> = {
  endpoint: listDeadLettersEndpoint,
  title: msg`Failed deliveries`,
  columns: [
    {
      id: 'type',
      header: msg`Item`,
      cell: ({ type }, { t }) => typeText(type, t),
      value: ({ type }) => type,
      onPhone: 'title',
    },
    {
      id: 'subject',
      header: msg`For`,
      value: ({ subject }) => subject ?? '–',
      priority: 3,
    },
    {
      id: 'failure',
      header: msg`Reason`,
      cell: (letter) => <Reason letter={letter} />,
      priority: 2,
    },
    {
      id: 'attempts',
      header: msg`Attempts`,
      value: ({ attempts }) => String(attempts),
      priority: 4,
      onPhone: 'labelled',
    },
    timeColumn({
      id: 'failed_at',
      header: msg`Failed`,
      at: ({ failed_at: at }) => at,
    }),
  ],
  filters: [
    {
      name: 'kind',
      label: msg`Kind`,
      options: [
        { value: 'mail', label: msg`Emails` },
        { value: 'text', label: msg`Text messages` },
        { value: 'webhook', label: msg`Webhooks` },
        { value: 'notice', label: msg`Notifications` },
      ],
    },
  ],
  search: { label: msg`Search failed deliveries`, placeholder: msg`Search by address of a webhook` },
  empty: {
    title: msg`Nothing has failed`,
    text: msg`Failed emails, notifications and webhook deliveries are kept here for 30 days.`,
  },
  noMatch: { title: msg`No matches`, text: msg`Try another kind, or another address.` },
  bulk: {
    things: (count) => msg`${plural(count, { one: '# delivery', other: '# deliveries' })}`,
    actions: [
      {
        id: 'send_again',
        label: msg`Resend`,
        done: (count) =>
          msg`${plural(count, { one: '# delivery will be retried', other: '# deliveries will be retried' })}`,
      },
    ],
    run: (request) => callBulk(changeDeadLettersEndpoint, request),
  },
}

/** A code of a mail server, or the outcome of a delivery. */
function Reason({ letter: { failure, kind } }: { letter: DeadLetter }) {
  const { t } = useLingui()
  const outcome = kind === 'webhook' && deliveryOutcomes.find((one) => one === failure)
  if (outcome) return t(outcomeLabels[outcome])
  return t`Code ${failure}`
}
