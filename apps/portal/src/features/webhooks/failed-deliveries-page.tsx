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
import { labelOfType, outcomeLabels } from './webhook-words.ts'

/** Mails and deliveries that were given up. */
export function FailedDeliveriesPage() {
  return <ListPage list={list} />
}

const list: ListDeclaration<typeof listDeadLettersEndpoint> = {
  endpoint: listDeadLettersEndpoint,
  title: msg`Failed deliveries`,
  columns: [
    {
      id: 'type',
      header: msg`What`,
      cell: ({ type }) => <TypeText type={type} />,
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
      header: msg`Given up`,
      at: ({ failed_at: at }) => at,
    }),
  ],
  filters: [
    {
      name: 'kind',
      label: msg`Kind`,
      options: [
        { value: 'mail', label: msg`Mails` },
        { value: 'text', label: msg`Text messages` },
        { value: 'webhook', label: msg`Webhooks` },
        { value: 'notice', label: msg`Notifications` },
      ],
    },
  ],
  search: { label: msg`Search failed deliveries`, placeholder: msg`Search by address of a webhook` },
  empty: {
    title: msg`Nothing has failed`,
    text: msg`Mails, notifications and deliveries to webhooks that were given up stand here for a month.`,
  },
  noMatch: { title: msg`Nothing matches`, text: msg`Try another kind, or another address.` },
  bulk: {
    things: (count) => msg`${plural(count, { one: '# delivery', other: '# deliveries' })}`,
    actions: [
      {
        id: 'send_again',
        label: msg`Send again`,
        done: (count) =>
          msg`${plural(count, { one: '# delivery is sent again', other: '# deliveries are sent again' })}`,
      },
    ],
    run: (request) => callBulk(changeDeadLettersEndpoint, request),
  },
}

function TypeText({ type }: { type: string }) {
  const { t } = useLingui()
  const label = labelOfType(type)
  return label ? t(label) : type
}

/** A code of a mail server, or what became of a delivery. */
function Reason({ letter: { failure, kind } }: { letter: DeadLetter }) {
  const { t } = useLingui()
  const outcome = kind === 'webhook' && deliveryOutcomes.find((one) => one === failure)
  if (outcome) return t(outcomeLabels[outcome])
  return t`Code ${failure}`
}
