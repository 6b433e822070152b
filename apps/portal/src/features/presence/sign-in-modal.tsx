import { useRef, useState } from 'react'
import { SignInAnswers, type SignInOutcome } from './sign-in-answers.tsx'
import { type FoundForm, SignInDetails } from './sign-in-details.tsx'
import { SignInRefused } from './sign-in-refused.tsx'

interface SignInModalProps {
  /** Where the person is, if the page shows one site. */
  siteId: string | undefined
  onClose: () => void
}

/** Signs in somebody who has no phone at hand: who they are first, then what the sign-in method asks of them. */
export function SignInModal({ siteId, onClose }: SignInModalProps) {
  const [form, setForm] = useState<FoundForm>()
  const [refusal, setRefusal] = useState<SignInOutcome>()
  /** A form closes once it was sent. The answers stay for whoever goes back. */
  const isRefused = useRef(false)
  const refuse = (outcome: SignInOutcome | undefined) => {
    isRefused.current = outcome !== undefined
    setRefusal(outcome)
  }
  if (!form) return <SignInDetails siteId={siteId} onFound={setForm} onClose={onClose} />
  return (
    <>
      <SignInAnswers
        form={form}
        onRefused={refuse}
        onClose={() => {
          if (!isRefused.current) onClose()
        }}
      />
      {refusal && <SignInRefused outcome={refusal} onBack={() => refuse(undefined)} onClose={onClose} />}
    </>
  )
}
