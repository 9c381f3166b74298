import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

class Expiry {
    static final String GRAPH = System.getenv("FAUXGRAPH_URL") + "/_sim/w/java"; // a world of this test

    static String send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    }

    static String post(String path, String type, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(GRAPH + path)).header("content-type", type);
        return send(request.POST(BodyPublishers.ofString(body)));
    }

    /** A member of JSON. With a library such as Jackson, read it with that. */
    static String member(String json, String name) {
        var found = Pattern.compile("\"" + name + "\":\"?([^\",}]+)").matcher(json);
        found.find();
        return found.group(1);
    }

    public static void main(String[] arguments) throws Exception {
        var world = send(HttpRequest.newBuilder(URI.create(GRAPH + "/_sim/world")));
        var page = "/v26.0/" + member(world, "page");
        var token = "&access_token=" + member(world, "pageToken");
        var form = "application/x-www-form-urlencoded";
        var photo = member(post(page + "/photos", form, "url=https://img.test/a.png&published=false" + token), "id");
        post("/_sim/clock", "application/json", "{\"advance\":\"25h\"}");
        var media = "&attached_media=[{\"media_fbid\":\"" + photo + "\"}]";
        var answer = post(page + "/feed", form, "message=late" + media + token);
        System.out.println("refused with code " + member(answer, "code"));
        // → refused with code 100
    }
}
