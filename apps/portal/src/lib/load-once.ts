/** @returns loads a module when it is first asked for, and gives the same promise afterwards */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => (loading ??= load())
}
