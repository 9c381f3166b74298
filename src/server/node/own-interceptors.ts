/** The interceptors of running intercepts, to tell them from those of mocking libraries. */
export const ownInterceptors = new WeakSet<object>()
