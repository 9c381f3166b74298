// The routes as the framework finds them.
export { POST as plan } from './api/posts/route.ts'
export { POST as publish } from './api/publish/route.ts'
