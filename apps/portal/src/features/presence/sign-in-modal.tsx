import { useRef, useState } from 'react'
import { SignInAnswers, type SignInOutcome } from './sign-in-answers.tsx'
import { type FoundForm, SignInDetails } from './sign-in-details.tsx'
import { SignInRefused } from './sign-in-refused.tsx'

interface SignInModalProps {
  /** The site, if the page shows one. */
  siteId: string | undefined
  onClose: () => void
}

/** Signs in a person without a phone at hand: first who they are, then the method's questions. */
export function SignInModal({ siteId, onClose }: SignInModalProps) {
  const [form, setForm] = useState<FoundForm>()
  const [refusal, setRefusal] = useState<SignInOutcome>()
  /** A form closes once it was sent. The answers stay for a user who goes back. */
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
