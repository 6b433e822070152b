import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { Check, Copy, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

/** Copies a text and shows the result on itself: browsers forbid it over plain HTTP. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  const icons = { idle: <Copy size={16} />, copied: <Check size={16} />, failed: <X size={16} /> }
  return (
    <Button size="small" icon={icons[state]} onClick={() => void copy()}>
      <span aria-live="polite">
        {state === 'idle' && children}
        {state === 'copied' && <Trans>Copied</Trans>}
        {state === 'failed' && <Trans>Select and copy it</Trans>}
      </span>
    </Button>
  )
}
