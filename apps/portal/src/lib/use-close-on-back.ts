import { useBlocker } from '@tanstack/react-router'

/** While a window is open that the URL does not name, Back closes it and stays on the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      onClose()
      return true
    },
    enableBeforeUnload: false,
    disabled: !isOpen,
  })
}
