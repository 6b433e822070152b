import { useRouter } from '@tanstack/react-router'
import { chooseClient } from '../features/session/choose-client.ts'
import { ClientSwitcher, WorkingClientName } from '../features/shell/client-switcher.tsx'
import { pageWithoutRow, type Place } from '../features/shell/page-without-row.ts'

/** The client that a site_admin works in: its choice, with the consequences, or its name. */
export function WorkingClient({ part }: { part: 'choice' | 'name' }) {
  const router = useRouter()
  if (part === 'name') return <WorkingClientName />
  const choose = async (id: string | undefined) => {
    await chooseClient(id)
    await router.invalidate()
  }
  /** A row of the earlier client does not exist in this one. Among all clients it does. */
  const leaveRow = async (id: string | undefined) => {
    const place = router.state.matches.at(-1) as Place | undefined
    const page = id === undefined || !place ? undefined : pageWithoutRow(place)
    if (page) await router.navigate(page)
  }
  return (
    <ClientSwitcher
      onChoose={(id) => void leaveRow(id).then(() => choose(id))}
      onCorrect={(id) => void choose(id)}
    />
  )
}
