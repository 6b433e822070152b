import { useRouter } from '@tanstack/react-router'
import { chooseClient } from '../features/session/choose-client.ts'
import { ClientSwitcher } from '../features/shell/client-switcher.tsx'

/** The choice of a client, and what follows from it. */
export function WorkingClient() {
  const router = useRouter()
  return <ClientSwitcher onChoose={(id) => void chooseClient(id).then(() => router.invalidate())} />
}
