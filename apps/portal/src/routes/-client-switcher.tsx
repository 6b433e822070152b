import { useRouter } from '@tanstack/react-router'
import { chooseClient } from '../features/session/choose-client.ts'
import { ClientSwitcher } from '../features/shell/client-switcher.tsx'
import { WorkingClientName } from '../features/shell/working-client-name.tsx'

/** The client that a site_admin works in: its choice, with what follows from it, or its name. */
export function WorkingClient({ part }: { part: 'choice' | 'name' }) {
  const router = useRouter()
  if (part === 'name') return <WorkingClientName />
  return <ClientSwitcher onChoose={(id) => void chooseClient(id).then(() => router.invalidate())} />
}
