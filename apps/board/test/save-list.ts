import { page } from 'vitest/browser'

/** The text of the file that the button downloads. */
export async function saveList(): Promise<string> {
  const handed: Blob[] = []
  const { createObjectURL } = URL
  URL.createObjectURL = (file: Blob) => {
    handed.push(file)
    return '#'
  }
  try {
    await page.getByRole('button', { name: 'Save as a file' }).click()
  } finally {
    URL.createObjectURL = createObjectURL
  }
  return (await handed[0]?.text()) ?? ''
}
