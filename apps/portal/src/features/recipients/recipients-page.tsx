import {
  listRecipientsEndpoint,
  type Recipient,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { notificationChannels, notificationEventNames } from '@gatehouse/validation/notification-events'
import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { queryClient } from '@gatehouse/api-client/query-client'
import { useState } from 'react'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, timeColumn } from '../../lib/list/list-page.tsx'
import { recipientEventsQuery } from './queries.ts'
import { channelLabels, useChannelNames } from './recipient-words.ts'
import { lazyButton, lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

/** Menus and windows load after the rows: their code is larger than the page. */
const RecipientMenu = lazyButton(() => import('./recipient-menu.tsx'), 'RecipientMenu')
const RecipientDrawer = lazyPart(() => import('./recipient-drawer.tsx'), 'RecipientDrawer')
const UncoveredEvents = lazyPart(() => import('./uncovered-events.tsx'), 'UncoveredEvents')
const NewRecipientModal = lazyWindow(() => import('./recipient-modal.tsx'), 'NewRecipientModal')
const EditRecipientModal = lazyWindow(() => import('./recipient-modal.tsx'), 'EditRecipientModal')
const DeleteQuestion = lazyWindow(() => import('./recipient-menu.tsx'), 'DeleteQuestion')

/** The open window. */
export interface Opened {
  window: 'edit' | 'delete'
  recipient: Recipient
}

/** Who gets notified of which events. */
export function RecipientsPage() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        list={recipientList}
        rowActions={(recipient) => <RecipientMenu recipient={recipient} onOpen={setOpened} />}
        addLabel={<Trans>New recipient</Trans>}
        windows={{ new: (shut) => <NewRecipientModal onClose={shut} /> }}
      />
      {opened?.window === 'edit' && <EditRecipientModal recipient={opened.recipient} onClose={close} />}
      {opened?.window === 'delete' && <DeleteQuestion recipient={opened.recipient} onClose={close} />}
    </>
  )
}

const recipientList: ListDeclaration<typeof listRecipientsEndpoint> = {
  endpoint: listRecipientsEndpoint,
  title: msg`Notification Management`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'events',
      header: msg`Events`,
      cell: ({ events }) => <Plural value={events.length} one="# event" other="# events" />,
      priority: 3,
    },
    {
      id: 'sites',
      header: msg`Sites`,
      cell: (recipient) => <Sites recipient={recipient} />,
      priority: 4,
    },
    {
      id: 'channels',
      header: msg`Channels`,
      cell: (recipient) => <Channels recipient={recipient} />,
      priority: 2,
    },
    timeColumn({
      id: 'last_delivered',
      header: msg`Last delivered`,
      at: ({ last_delivered: at }) => at,
      priority: 5,
      onPhone: 'hidden',
    }),
    {
      id: 'status',
      header: msg`Status`,
      cell: (recipient) => <Status recipient={recipient} />,
      priority: 2,
      onPhone: 'corner',
    },
  ],
  filters: [
    { name: 'site', label: msg`Site`, searchedBy: listSiteOptionsEndpoint },
    { name: 'event', label: msg`Event`, loaded: { queryKey: ['recipient events'], queryFn: loadEvents } },
    {
      name: 'channel',
      label: msg`Channel`,
      options: notificationChannels.map((value) => ({ value, label: channelLabels[value] })),
    },
  ],
  search: { label: msg`Search recipients`, placeholder: msg`Search by name` },
  description: () => <UncoveredEvents />,
  empty: {
    title: msg`There are no recipients`,
    text: msg`Without a recipient, people see notifications in the app only. Nothing is sent by email or text message.`,
  },
  noMatch: { title: msg`No recipient matches`, text: msg`Try another name, or clear the filters.` },
  drawer: (recipient) => <RecipientDrawer recipient={recipient} />,
  hasHistory: true,
}

async function loadEvents() {
  const { events } = await queryClient.query(recipientEventsQuery)
  return notificationEventNames.map((value) => ({
    value,
    label: events.find(({ event }) => event === value)?.label ?? value,
  }))
}

export function Sites({ recipient: { all_sites: hasAll, sites } }: { recipient: Recipient }) {
  const [first] = sites
  if (hasAll) return <Trans>All sites</Trans>
  if (!first) return '–'
  const { name } = first
  const more = sites.length - 1
  return more === 0 ? (
    name
  ) : (
    <Trans>
      {name} and {more} more
    </Trans>
  )
}

export function Channels({ recipient: { channels } }: { recipient: Recipient }) {
  return useChannelNames()(channels)
}

function Status({
  recipient: { enabled, last_failure: failure, last_delivered: delivered },
}: {
  recipient: Recipient
}) {
  if (!enabled) return <StateBadge kind="neutral" text={msg`Disabled`} />
  if (failure && (delivered === null || failure.at > delivered))
    return <StateBadge kind="danger" text={msg`Not delivered`} />
  return <StateBadge kind="good" text={msg`Enabled`} />
}
