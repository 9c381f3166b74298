import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads the campaign of a proxy's world with both clients of Java. */
public class Proxied {
  static String member(String text, String name) {
    var found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(text);
    if (!found.find()) throw new IllegalStateException(text);
    return found.group(1);
  }

  static String read(String url) throws Exception {
    try (var stream = URI.create(url).toURL().openStream()) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public static void main(String[] args) throws Exception {
    var world = read(System.getenv("FAUXGRAPH_URL") + "/_sim/world");
    var token = member(world, "userToken").replace("|", "%7C");
    var url = "https://graph.facebook.com/v26.0/" + member(world, "campaign") + "?fields=name&access_token=" + token;
    var request = HttpRequest.newBuilder(URI.create(url)).build();
    var client = HttpClient.newBuilder().proxy(java.net.ProxySelector.getDefault()).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    System.out.println(args[0].equals("HttpClient") ? member(answer, "name") : member(read(url), "name"));
  }
}
